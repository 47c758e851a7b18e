/** How high the charts of parts of a whole are. */
export const PARTS_PX = 420

/** What can be read on a colour: black or white, by its luminance. */
export function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  )
  const linear = (part: number) => (part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  return luminance > 0.18 ? '#000000' : '#ffffff'
}
