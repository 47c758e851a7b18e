/** Styles of an input whose text is a path or code. */
export const MONO_INPUT = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }
