import type { NotificationData } from '@mantine/notifications'
import { explainError } from '~/api/problem'
import { perLanguage, t } from '~/i18n/t'

const closeButtonProps = perLanguage(() => ({ 'aria-label': t('Dismiss') }))

/** Tells about a failed action that has no place of its own on the page. */
export function notifyError(error: unknown): void {
  const { title, detail, advice } = explainError(error)
  show({
    color: 'red',
    title,
    message: [detail, advice].filter(Boolean).join(' '),
    autoClose: 10_000,
    role: 'alert',
    closeButtonProps: closeButtonProps(),
  })
}

export function notifyDone(title: string, message?: string): void {
  show({ color: 'moss', title, message, autoClose: 5_000, closeButtonProps: closeButtonProps() })
}

/** The code of notices is no part of the first load: it is there long before anything is told. */
function show(notice: NotificationData): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(notice))
}
