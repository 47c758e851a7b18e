import { Box, Text } from '@mantine/core'

/** The mark: a W dug as a tunnel, with a chamber at every turn. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1f6f54" />
      <path
        d="M7 9.5 11.5 22.5 16 13 20.5 22.5 25 9.5"
        fill="none"
        stroke="#e9f6ef"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g fill="#e9f6ef">
        <circle cx="7" cy="9.5" r="2.6" />
        <circle cx="16" cy="13" r="2.6" />
        <circle cx="25" cy="9.5" r="2.6" />
      </g>
      <g fill="#8fd3b4">
        <circle cx="11.5" cy="22.5" r="2.6" />
        <circle cx="20.5" cy="22.5" r="2.6" />
      </g>
    </svg>
  )
}

export function Wordmark({ size = 24 }: { size?: number }) {
  return (
    <Box style={{ display: 'inline-flex', alignItems: 'center', gap: size * 0.4 }}>
      <LogoMark size={size} />
      <Text span fw={680} fz={size * 0.72} lts="-0.02em" lh={1}>
        Warren
      </Text>
    </Box>
  )
}
