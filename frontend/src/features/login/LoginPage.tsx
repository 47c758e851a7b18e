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
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { LogoMark } from '~/ui/Logo'
import { refusals } from './refusals'

const route = getRouteApi('/login')

export function LoginPage() {
  useDocumentTitle(t('Log in · Warren'))
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
      username: (value) => (value.trim() === '' ? t('Enter your user name') : null),
      password: (value) => (value === '' ? t('Enter your password') : null),
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
          <Title order={1}>{t('Log in to Warren')}</Title>
        </Stack>
        <Paper p="lg" radius="lg" shadow="xs">
          {refused && !enter.isError && !enter.isPending && (
            <Refusal {...refusals()[refused]} mb="sm" />
          )}
          {ways?.sso_name && (
            <>
              <Button component="a" href={singleSignOnAddress(next)} size="sm" fullWidth>
                {t('Log in with {sso_name}', { sso_name: ways.sso_name })}
              </Button>
              <Text size="xs" c="dimmed" ta="center" my="sm">
                {t('or with a password')}
              </Text>
            </>
          )}
          <form onSubmit={form.onSubmit((values) => enter.mutate(values))} noValidate>
            <Stack gap="sm">
              {enter.isError && <Refusal {...explainError(enter.error)} />}
              <TextInput
                label={t('User name')}
                autoComplete="username"
                autoCapitalize="none"
                data-autofocus
                autoFocus
                key={form.key('username')}
                {...form.getInputProps('username')}
              />
              <PasswordInput
                label={t('Password')}
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
                {t('Log in')}
              </Button>
            </Stack>
          </form>
        </Paper>
        <Text size="xs" c="dimmed" ta="center" mt="md">
          <Trans
            message="First time here? The user is <code>admin</code>; <code>make run</code> printed where its password is."
            parts={{ code: (text) => <Code>{text}</Code> }}
          />
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
