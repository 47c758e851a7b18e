import {
  type AlertFactory,
  type BadgeFactory,
  type ButtonFactory,
  type CSSVariablesResolver,
  createTheme,
  type ExtendComponent,
  type FactoryPayload,
  type MantineColorsTuple,
  type ModalFactory,
  type PaperFactory,
  type ProgressFactory,
  type TooltipFactory,
} from '@mantine/core'
import { perLanguage, t } from '~/i18n/t'

/** The brand: moss over a burrow. Shade 7 carries white text at more than 5:1. */
const moss: MantineColorsTuple = [
  '#eef8f3',
  '#daefe5',
  '#b3dfcb',
  '#8acdb0',
  '#67bd98',
  '#46a881',
  '#318c69',
  '#1f6f54',
  '#195c46',
  '#134838',
]

/** Greys with a trace of the brand. Shade 6, the dimmed text, is 5:1 on white. */
const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eef1f0',
  '#e2e7e4',
  '#d2d9d5',
  '#b6c0bb',
  '#8f9b95',
  '#5f6b65',
  '#47524d',
  '#323b37',
  '#1c2320',
]

const dark: MantineColorsTuple = [
  '#d9dfdc',
  '#bcc5c0',
  '#9ba7a1',
  '#6c7872',
  '#414b46',
  '#313a36',
  '#252c29',
  '#1b211e',
  '#151a18',
  '#0f1311',
]

/** Danger: shade 7 carries white text at 5.6:1, shade 9 reads on shade 1. */
const red: MantineColorsTuple = [
  '#fdf1f0',
  '#fcebe9',
  '#f5bdb9',
  '#ee9791',
  '#e8776f',
  '#df574e',
  '#d0453c',
  '#bb352d',
  '#9c2821',
  '#7e1d18',
]

const orange: MantineColorsTuple = [
  '#fef4e8',
  '#fdefdd',
  '#f8cc9b',
  '#f3b067',
  '#ee973c',
  '#e2811f',
  '#c56c12',
  '#a3570c',
  '#834508',
  '#673606',
]

/** What Mantine's `extend` does, without the component: not all of them are needed at once. */
function part<Component extends FactoryPayload>(extended: ExtendComponent<Component>) {
  return extended
}

/** The look of the console; the words in it are those of the language at hand. */
export const theme = perLanguage(() =>
  createTheme({
    colors: { moss, gray, dark, red, orange },
    primaryColor: 'moss',
    // White text on a filled control is readable in both schemes at this shade.
    primaryShade: 7,
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
    headings: {
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontWeight: '620',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    fontSizes: {
      xs: '0.75rem',
      sm: '0.8125rem',
      md: '0.875rem',
      lg: '1rem',
      xl: '1.25rem',
    },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Alert: part<AlertFactory>({ defaultProps: { radius: 'md' } }),
      Badge: part<BadgeFactory>({
        defaultProps: { variant: 'light', tt: 'none', fw: 550, radius: 'sm' },
      }),
      Button: part<ButtonFactory>({ defaultProps: { size: 'xs', fw: 550 } }),
      // A dialog's title bar is no banner of the page: on narrow screens that has one of its own.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      Modal: part<ModalFactory>({
        defaultProps: {
          centered: true,
          overlayProps: { blur: 2, backgroundOpacity: 0.4 },
          closeButtonProps: { 'aria-label': t('Close') },
        },
      }),
      Paper: part<PaperFactory>({
        defaultProps: { withBorder: true },
        styles: { root: { '--paper-border-color': 'var(--warren-line)' } },
      }),
      Progress: part<ProgressFactory>({ defaultProps: { color: 'var(--warren-bar)' } }),
      Tooltip: part<TooltipFactory>({
        defaultProps: { openDelay: 250, multiline: true, maw: 320, events: tooltipEvents() },
      }),
    },
  }),
)

/** A tooltip explains disabled actions as well, so it must open on keyboard focus and touch. */
function tooltipEvents() {
  return { hover: true, focus: true, touch: true }
}

/** Mantine's dimmed and placeholder greys are below 4.5:1 on white; ours are not. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--warren-canvas': gray[0],
    '--warren-line': gray[2],
    '--warren-row-hover': gray[0],
    '--warren-row-selected': moss[0],
    '--warren-folder': moss[6],
    '--warren-bar': moss[6],
    '--warren-focus': moss[7],
    '--warren-mark': '#fff0b8',
    '--warren-mark-text': gray[9],
  },
  dark: {
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--warren-canvas': dark[8],
    '--warren-line': dark[5],
    '--warren-row-hover': dark[6],
    '--warren-row-selected': '#1d3a30',
    '--warren-folder': moss[4],
    '--warren-bar': moss[5],
    '--warren-focus': moss[4],
    '--warren-mark': '#6b5a12',
    '--warren-mark-text': '#ffffff',
  },
})
