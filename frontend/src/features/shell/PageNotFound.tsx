import { Button, Center, Title } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '~/i18n/t'
import { EmptyState } from '~/ui/States'

export function PageNotFound() {
  return (
    <Center mih="80vh" component="main">
      <EmptyState
        icon={<IconMapOff size={24} />}
        title={<Title order={1}>{t('This burrow leads nowhere')}</Title>}
        action={
          <Button renderRoot={(props) => <Link to="/" {...props} />} variant="light">
            {t('Go to the overview')}
          </Button>
        }
      >
        {t('The console has no page at this address. The link may be old or mistyped.')}
      </EmptyState>
    </Center>
  )
}
