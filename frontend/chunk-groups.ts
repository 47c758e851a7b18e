import type { Rolldown } from 'vite'

/** Parts of Mantine that the frame and the overview show at once, and other pages as well. */
const FRAME_PARTS =
  /[\\/]components[\\/](Badge|Burger|FloatingIndicator|Grid|Kbd|Progress|SegmentedControl|SimpleGrid|VisuallyHidden)[\\/]/
/** What of ours nearly every page is made of. */
const FRAME_UI =
  /[\\/]src[\\/]ui[\\/](Age|Page|PathText|Section|Stat|StatusDot|TablePanel|TextLink|useNow|useOverflowsSideways|useRowKeys|verdicts)\.tsx?$/
const FRAME_OWN =
  /[\\/]src[\\/](format[\\/](bytes|count|mode|path|time)|features[\\/](failover[\\/]wording|jobs[\\/](JobAbout|JobRow|JobStateBadge|wording)|shell[\\/](ConsoleLayout|pages)))\.tsx?$/

const COMMON_PARTS =
  /[\\/]src[\\/]i18n[\\/]Trans\.tsx$|[\\/]@tanstack[\\/]|[\\/]@mantine[\\/](core[\\/]esm[\\/](components[\\/]ActionIcon|core[\\/](factory|styles-api))|hooks[\\/]esm[\\/]use-(document-title|merged-ref|uncontrolled))[\\/]/

/** From here on a module of the query library is one that every page needs. */
const PAGES_MIN = 8

/**
 * Which modules share a file. Left alone the bundler makes one of each set of modules that the same pages
 * need: a hundred files for the first page, of which each is compressed for itself. What is named here is
 * on the first page or on most others; a wrong name costs bytes, and the budget of the first load tells.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Changes with its version only: browsers keep it over releases of the console.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  // What comes before any page.
  { name: 'base', tags: ['$initial'], priority: 3 },
  // What the login page and the frame have in common.
  { name: 'common', test: COMMON_PARTS, minShareCount: PAGES_MIN, priority: 2 },
  {
    name: 'frame',
    test: (id) => [FRAME_PARTS, FRAME_UI, FRAME_OWN].some((each) => each.test(id)),
    priority: 1,
  },
]
