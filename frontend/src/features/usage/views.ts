/** How what is in a directory is drawn. */
export const USAGE_CHARTS = ['treemap', 'sunburst'] as const
export type UsageChart = (typeof USAGE_CHARTS)[number]

/** What the colours of its parts tell. */
export const USAGE_COLOURS = ['age', 'owner', 'size', 'growth'] as const
export type UsageColour = (typeof USAGE_COLOURS)[number]
