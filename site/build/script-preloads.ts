import type { AstroIntegration } from 'astro'

const ROOTS = [
  /\b(?:component|renderer)-url="([^"]+)"/g,
  /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/g
]
const IMPORT = /\b(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g

/**
 * Names in the head of each built page every script that its island imports. A browser that finds them one import
 * after another needs a round trip for each step.
 */
export const scriptPreloads = (): AstroIntegration => ({
  name: 'script-preloads',
  hooks: {
    async 'astro:build:done'({ dir }) {
      const site = Bun.fileURLToPath(dir)
      for await (const page of new Bun.Glob('**/*.html').scan(site)) {
        const html = await Bun.file(site + page).text()
        const scripts = new Set<string>()
        for (const url of captures(html, ...ROOTS)) await addWithImports(site, url, scripts)
        const links = [...scripts].map(url => `<link rel="modulepreload" href="${url}">`)
        await Bun.write(site + page, html.replace('</head>', `${links.join('')}</head>`))
      }
    }
  }
})

/** Adds a script and what it imports statically, in whatever depth. All scripts lie in one folder. */
async function addWithImports(site: string, url: string, scripts: Set<string>): Promise<void> {
  if (scripts.has(url)) return
  scripts.add(url)
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  for (const name of captures(await Bun.file(site + url).text(), IMPORT))
    await addWithImports(site, folder + name, scripts)
}

const captures = (text: string, ...patterns: RegExp[]): string[] =>
  patterns.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] ?? ''))
