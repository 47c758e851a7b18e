import type { FormRulesRecord } from '@mantine/form'
import type {
  AlertChannel,
  AlertChannelKind,
  AlertChannelWriteRequest,
  AlertVerdict,
} from '~/api/alerts'
import type { HealthCheckKey } from '~/api/health'
import { t } from '~/i18n/t'

/** What the editor holds. Times are `22:00`, empty for none. */
export type ChannelForm = {
  name: string
  kind: AlertChannelKind
  enabled: boolean
  url: string
  recipients: string[]
  verdicts: AlertVerdict[]
  checks: HealthCheckKey[]
  quietFrom: string
  quietUntil: string
  perHour: number | string
}

export function formOf(channel: AlertChannel | undefined): ChannelForm {
  return {
    name: channel?.name ?? '',
    kind: channel?.kind ?? 'webhook',
    enabled: channel?.enabled ?? true,
    url: channel?.url ?? '',
    recipients: channel?.recipients ?? [],
    verdicts: channel?.verdicts ?? ['error', 'warning'],
    checks: channel?.checks ?? [],
    quietFrom: channel?.quiet_from ?? '',
    quietUntil: channel?.quiet_until ?? '',
    perHour: channel?.messages_per_hour_max ?? 12,
  }
}

export const checkForm: FormRulesRecord<ChannelForm> = {
  name: (name) => (name.trim() === '' ? t('Name it') : null),
  url: (url, { kind }) =>
    kind === 'webhook' && !/^https?:\/\/./.test(url.trim())
      ? t('Begins with https:// or http://')
      : null,
  recipients: (recipients, { kind }) =>
    kind === 'email' && recipients.length === 0 ? t('Name at least one') : null,
  verdicts: (verdicts) => (verdicts.length === 0 ? t('Choose at least one') : null),
  quietUntil: (until, { quietFrom }) => {
    if ((until === '') !== (quietFrom === '')) return t('Give both times, or none')
    return until !== '' && until === quietFrom ? t('Give two different times') : null
  },
  perHour: (perHour) => (perHour === '' ? t('Give a number from 1 to 60') : null),
}

export function requestOf(form: ChannelForm): AlertChannelWriteRequest {
  const isWebhook = form.kind === 'webhook'
  return {
    name: form.name.trim(),
    kind: form.kind,
    enabled: form.enabled,
    url: isWebhook ? form.url.trim() : null,
    recipients: isWebhook ? [] : form.recipients,
    verdicts: form.verdicts,
    checks: form.checks,
    quiet_from: form.quietFrom || null,
    quiet_until: form.quietUntil || null,
    messages_per_hour_max: Number(form.perHour),
  }
}
