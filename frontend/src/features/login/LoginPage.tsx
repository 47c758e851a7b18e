import {
  Alert,
  Box,
  Button,
  Center,
  Code,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { login, loginWaysQuery, meQuery, singleSignOnAddress } from '~/api/auth'
import { explainError } from '~/api/problem'
import { LogoMark } from '~/ui/Logo'
import { REFUSALS } from './refusals'

const route = getRouteApi('/login')

export function LoginPage() {
  useDocumentTitle('Log in · Warren')
  const { next, refused } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  // Its answer, even a refusal, sets the CSRF cookie that the login itself needs.
  useQuery({ ...meQuery(), retry: false })
  const { data: ways } = useQuery(loginWaysQuery())

  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? 'Enter your user name' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  })
  const enter = useMutation({
    mutationFn: login,
    onSuccess: (me) => {
      queryClient.clear()
      queryClient.setQueryData(meQuery().queryKey, me)
      router.history.push(next ?? '/')
    },
  })

  return (
    <Center mih="100vh" p="md" component="main">
      <Box w={360} maw="100%">
        <Stack align="center" gap="xs" mb="lg">
          <LogoMark size={44} />
          <Title order={1}>Log in to Warren</Title>
        </Stack>
        <Paper p="lg" radius="lg" shadow="xs">
          {refused && !enter.isError && !enter.isPending && (
            <Refusal {...REFUSALS[refused]} mb="sm" />
          )}
          {ways?.sso_name && (
            <>
              <Button component="a" href={singleSignOnAddress(next)} size="sm" fullWidth>
                Log in with {ways.sso_name}
              </Button>
              <Text size="xs" c="dimmed" ta="center" my="sm">
                or with a password
              </Text>
            </>
          )}
          <form onSubmit={form.onSubmit((values) => enter.mutate(values))} noValidate>
            <Stack gap="sm">
              {enter.isError && <Refusal {...explainError(enter.error)} />}
              <TextInput
                label="User name"
                autoComplete="username"
                autoCapitalize="none"
                data-autofocus
                autoFocus
                key={form.key('username')}
                {...form.getInputProps('username')}
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                key={form.key('password')}
                {...form.getInputProps('password')}
              />
              <Button
                type="submit"
                size="sm"
                mt="xs"
                fullWidth
                variant={ways?.sso_name ? 'default' : 'filled'}
                loading={enter.isPending}
              >
                Log in
              </Button>
            </Stack>
          </form>
        </Paper>
        <Text size="xs" c="dimmed" ta="center" mt="md">
          First time here? The user is <Code>admin</Code>; <Code>make run</Code> printed where its
          password is.
        </Text>
      </Box>
    </Center>
  )
}

type RefusalProps = { title: string; detail?: string | undefined; mb?: 'sm' }

function Refusal({ title, detail, mb }: RefusalProps) {
  return (
    <Alert color="red" variant="light" title={title} role="alert" mb={mb}>
      {detail}
    </Alert>
  )
}
