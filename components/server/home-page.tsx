import { Fragment } from 'react'
import { allChains } from '#components/family-chains.ts'
import { familySections } from '#components/family-sections.ts'
import { DemoNotice } from '#components/home/demo-notice.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { server } from '#components/kit/server.ts'
import { SearchBox } from '#components/shell/search/search-box.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { currentSite } from '#lib/site/site.ts'
import { allQuestions } from './all-questions.ts'

export const { entry, Page } = definePage({
  path: serverPaths.home,
  kind: 'Explorer',
  params: async ({ ask }) => ({
    sections: await Promise.all(familySections.map(async ({ name, home }) => ({ name, ...(await home(ask)) }))),
  }),
  questions: ({ sections }) => allQuestions(sections),
  list: familySections.flatMap(({ homeList = [] }) => homeList),
  about: ({ sections }) => ({
    title: currentSite().name,
    place: 'This server',
    summary: [
      'A self-hosted explorer and data API.',
      ...sections.flatMap(({ summary }) => (summary ? [`It serves ${summary}.`] : [])),
    ].join(' '),
    facts: sections.flatMap(({ facts }) => facts),
  }),
  body: async ({ ask, sections }) => {
    const [{ demo }, chains, cards, panels] = await Promise.all([
      server(),
      allChains(ask),
      Promise.all(sections.map(async ({ name, cards }) => <Fragment key={name}>{await cards()}</Fragment>)),
      Promise.all(sections.map(async ({ name, panel }) => <Fragment key={name}>{await panel?.()}</Fragment>)),
    ])
    const overview = sections.find((section) => section.overview)?.overview
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <section aria-label="Search" data-home-search className="mx-auto w-full max-w-2xl pt-4 pb-3 sm:pt-8 sm:pb-5">
          <h1 className="mb-4 text-balance text-center font-semibold text-title tracking-tight sm:text-3xl">
            Look up anything on chain
          </h1>
          <SearchBox chains={chains} shortcut autoFocus large />
        </section>
        {demo && <DemoNotice />}
        {overview ? await overview(panels) : panels}
        <Panel title="Chains" aside={sections.map(({ name, sources }) => <Fragment key={name}>{sources}</Fragment>)}>
          <ul className="chain-cards">{cards}</ul>
        </Panel>
      </div>
    )
  },
})
