import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where notices appear. Loaded behind the page: what is told before waits for it. */
export default function Notices() {
  return <Notifications position="bottom-right" limit={4} />
}
