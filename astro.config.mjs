import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { staticPagePath } from './shared/rules/static-page-path.ts'
import { scriptPreloads } from './site/build/script-preloads.ts'

const API = 'http://127.0.0.1:12001'
/**
 * What is loaded together, in one piece: each piece packs by itself, so that many small ones weigh a kilobyte more a page.
 * A piece takes along what its modules import unless an earlier one has it. So what pages share stands before what they
 * do not, and what is loaded only when it is used stands outside; `tests/shape/budget.test.ts` weighs what comes of it.
 */
const PIECES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// },
  { name: 'session', test: /site\/lib\/(session-store|load-code|focus-page)|preload-helper/ },
  {
    name: 'base',
    test: /node_modules\/(@nanostores\/|nanostores\/(atom|listen-keys))|shared\/constants|texts\/price|rules\/form-refusals|site\/lib\/(form-store|use-form)|site\/ui\/(Banner|Button|Icon|Spinner|form\/(Input|Field|TextField))\./
  },
  {
    name: 'frame',
    test: /node_modules\/nanostores\/computed|site\/(layouts\/Shell|lib\/load-store|ui\/(Badge|Empty|Failure|Skeleton|dialog\/Confirm|form\/Choice)|lib\/toast-store)\.|shared\/(moscow-time|texts\/quoted)/
  },
  { name: 'rows', test: /site\/ui\/(Rows|SkipList|Chip|form\/Affix)\./ },
  { name: 'check', test: /ui\/form\/Check\./ },
  { name: 'tables', test: /site\/ui\/(Card|Table|SaveWorkbook)\./ },
  { name: 'payments', test: /payment-text|labels\/payments|payment-oddity/ },
  { name: 'links', test: /site\/lib\/(unsent-line|search-links|text)\./ },
  { name: 'purpose', test: /account\/purpose-store/ },
  { name: 'recent', test: /site\/lib\/(format-time|search-history)\.|texts\/history/ },
  { name: 'later', test: /site\/ui\/Later/ },
  { name: 'copy', test: /site\/ui\/(Copy|Value)\./ },
  { name: 'fields', test: /labels\/(usual-fields|numbering)|identifiers\/table\./ },
  {
    name: 'stored-answers',
    test: /features\/search\/(sources\/answer-shape|results-storage|view-memory)\.|identity\/detailed|parties\/record-ids|texts\/(past-search|direction)/
  },
  {
    name: 'answers',
    test: /features\/search\/(texts|people\/people-view)\.|matching\/name-only|lib\/numbers|(reading\/line-identifiers|people\/headline|matching\/asked|texts\/(counts|who))/
  },
  { name: 'source-words', test: /labels\/sources|texts\/days?\./ },
  { name: 'verdict-words', test: /labels\/verdicts|texts\/(joined-if|purpose)/ },
  {
    name: 'admin',
    test: /features\/admin\/(Admin(Shell|Nav)|parts\/(?!Filter|FormDialog|admin-checks))|labels\/admin-sections/
  },
  {
    name: 'sources',
    test: /features\/admin\/(indices\/index-(calls|links)|import\/(amounts|imports\.)|source\/batch-words|passport\/(field-names|PassportFields))/
  },
  {
    name: 'source-acts',
    test: /features\/admin\/(notice-store|NoticeBanner|indices\/(index-acts|index-words|PassportBadges))/
  },
  { name: 'kinds', test: /labels\/fields|identifiers\/words/ },
  {
    name: 'items',
    test: /features\/search\/(synthetic|display-value)\.|labels\/reading-remarks|identifiers\/(phone|mask)\./
  },
  {
    name: 'own',
    test: /people\/verdict-store|identity\/fit-order|texts\/withdrawn|search\/sources\/(append|next|shown)/
  },
  { name: 'earlier', test: /person\/earlier-store/ },
  {
    name: 'own-forms',
    test: /people\/(use-verdict|StrandedDrafts)|person\/earlier-view|texts\/verdicts|form\/NotedChoice|search\/line-items/
  },
  { name: 'paste', test: /form\/paste-lines/ },
  { name: 'long-line', test: /layouts\/(LongLine|NoCredits)|form\/SearchBox/ },
  { name: 'print', test: /lib\/checked-print|texts\/print/ },
  { name: 'long-list', test: /site\/lib\/(virtual-rows|account\/key-switch)/ },
  {
    name: 'search',
    test: /features\/search\/(SearchPage|Answer|ResultsSkeleton|search-store|replay-key|notices\/(Notices|failure-view)|ask\/(AskForm|ReadingsPlace|readings-(store|view)|navigation-origin|typed-line|examples-store))\.|ui\/Later/
  },
  {
    name: 'after',
    test: /features\/search\/(details\/Waiting|person\/by-identifier|Results|ScrollTop|AnswerHead|AnswerActs|headline\/[a-z-]+|moment-text|casualty-warning|use-wide|view|view-store|visited-searches|address|records\/results-view|sources\/(strip|SourceStrip)|ask\/(Readings|chips|Meter)|keys\/(KeyBar|follow-keys|key-store)|people\/(PeopleTable|PersonRow|joined-people|Facts|Tools|Headings|MatchMark|TellApart|tell-apart|facts|Facets|facet-options|facets|virtual-rows|marks|bands|lines|order|roles|people-store))\.|ui\/Near|texts\/(answer|holders)/
  },
  {
    name: 'past',
    test: /search\/(past-search|address-view|notices\/Failed|StaleAnswerBanner|NothingFound|notices\/ConfirmSearch|ask\/(FirstVisit|Suggestions|shorter-lines)|people\/(Picked|YearRange))/
  },
  { name: 'dialog', test: /ui\/dialog\/Dialog\./ },
  { name: 'password', test: /form\/PasswordField/ },
  {
    name: 'account',
    test: /session\/(AccountCard|account-(form|requests)|security-check-store|SecurityCheck)/
  },
  { name: 'details', test: /search\/(details\/(Details|load)|sources\/extend)/ },
  { name: 'person', test: /search\/(person\/|keys\/|people\/(Verdict|own-verdicts))/ },
  { name: 'about', test: /search\/(records\/jump|summary\/(?!RelationMap|relation-map|ValueProof))/ },
  { name: 'files', test: /lib\/export\/(?!workbook)/ },
  { name: 'proof', test: /search\/(summary\/(RelationMap|relation-map|ValueProof)|records\/export)/ },
  {
    name: 'records',
    test: /search\/(Foot|LineItems|keys\/CheckedPrint|DebugPanel|records\/(?!export|jump)|sources\/(failed|more|Caveats|Load|Missing))/
  },
  { name: 'purposes', test: /labels\/purposes/ },
  { name: 'poll', test: /lib\/poll|ui\/Progress|admin-constants/ },
  { name: 'opened', test: /search\/opened-search|layouts\/SearchEnded/ },
  // What a page and its dialogs share would stand in pieces of its own.
  ...['payment', 'compare', 'report', 'admin/source'].map(page => ({
    name: page.replace('admin/', ''),
    test: new RegExp(`site/features/${page}/`),
    tags: ['$initial']
  }))
].map((piece, place, all) => ({ ...piece, priority: all.length - place }))

/**
 * What is loaded when it is first used is one small file whose imports the page has already. Vite's helper that preloads
 * such imports weighs 1 kB a page, and no option leaves it out.
 */
const withoutPreloadHelper = {
  name: 'without-preload-helper',
  enforce: 'pre',
  load: id => (id.includes('vite/preload-helper') ? 'export const __vitePreload = load => load()' : null)
}

/** The lists of files to preload, which the helper would have read. */
const withoutPreloadLists = {
  name: 'without-preload-lists',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        chunk.code &&= chunk.code
          .replace(/^const __vite__mapDeps=.*\n/, '')
          .replace(/,\s*__vite__mapDeps\(\[[\d,]*\]\)/g, '')
      }
    }
  }
}

/** Wakes islands by `site/build/hydrate-island.ts`. */
const ownHydration = {
  name: 'own-hydration',
  enforce: 'pre',
  load: id =>
    id.endsWith('@astrojs/react/dist/client.js')
      ? `export { hydrateIsland as default } from '${import.meta.dirname}/site/build/hydrate-island.ts'`
      : null
}

/** Pages of many names, as the API serves them. */
const pagesOfMany = {
  name: 'pages-of-many',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      const { pathname, search } = new URL(request.url, API)
      request.url = `${staticPagePath(pathname)}${search}`
      next()
    })
  }
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
    plugins: [withoutPreloadHelper, withoutPreloadLists, ownHydration, pagesOfMany],
    build: {
      assetsInlineLimit: 0,
      // React in one piece packs half a kilobyte smaller than in three.
      rolldownOptions: { output: { codeSplitting: { groups: PIECES } } }
    },
    server: {
      proxy: {
        '^/(api|admin/api|dashboard/api)/': API,
        '^/refresh$': API
      }
    }
  }
})
