import type { Plugin } from 'vite'

/** What every page is written in; letters of other scripts are loaded where they are used. */
const FIRST_FONTS = /(inter|jetbrains-mono)-latin-wght-normal[^/]*\.woff2$/

/** Has browsers load the first fonts beside the scripts: they are there when a page is drawn. */
export function firstFonts(): Plugin {
  return {
    name: 'warren-first-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((file) => FIRST_FONTS.test(file))
        if (files.length !== 2) throw new Error(`Fonts to load first: ${files.join(', ')}`)
        return files.map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/${file}`,
          },
          injectTo: 'head',
        }))
      },
    },
  }
}
