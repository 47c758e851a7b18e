import { notifications } from '@mantine/notifications'
import { explainError } from '~/api/problem'

const closeButtonProps = { 'aria-label': 'Dismiss' }

/** Tells about a failed action that has no place of its own on the page. */
export function notifyError(error: unknown): void {
  const { title, detail, advice } = explainError(error)
  notifications.show({
    color: 'red',
    title,
    message: [detail, advice].filter(Boolean).join(' '),
    autoClose: 10_000,
    role: 'alert',
    closeButtonProps,
  })
}

export function notifyDone(title: string, message?: string): void {
  notifications.show({ color: 'moss', title, message, autoClose: 5_000, closeButtonProps })
}
