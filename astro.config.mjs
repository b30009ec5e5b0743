import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { scriptPreloads } from './site/build/script-preloads.ts'

const API = 'http://127.0.0.1:12001'
const REACT = /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//

/**
 * What is loaded when it is first used is one small file whose imports the page has already. Vite's helper that preloads
 * such imports weighs 1 kB a page, and no option leaves it out.
 */
const withoutPreloadHelper = {
  name: 'without-preload-helper',
  enforce: 'pre',
  load: id => (id.includes('vite/preload-helper') ? 'export const __vitePreload = load => load()' : null)
}

export default defineConfig({
  output: 'static',
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  build: { client: './site/', server: './server/', format: 'directory', inlineStylesheets: 'never' },
  integrations: [react(), scriptPreloads()],
  // Every page is prerendered and served by the API. A page that one day needs the server only has to say so.
  adapter: node({ mode: 'middleware' }),
  session: false,
  server: { port: 12_000 },
  devToolbar: { enabled: false },
  vite: {
    plugins: [withoutPreloadHelper],
    build: {
      assetsInlineLimit: 0,
      // React in one piece packs half a kilobyte smaller than in three.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } } }
    },
    server: {
      proxy: {
        '^/(api|admin/api|dashboard/api)/': API,
        '^/refresh$': API
      }
    }
  }
})
