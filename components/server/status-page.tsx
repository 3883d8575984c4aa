import { Fragment } from 'react'
import { familySections } from '#components/family-sections.ts'
import { CrashedWork } from '#components/home/crashed-work.tsx'
import { DemoNotice } from '#components/home/demo-notice.tsx'
import { HostedUse } from '#components/home/hosted-use.tsx'
import { SourceList } from '#components/home/source-list.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { server } from '#components/kit/server.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { allQuestions } from './all-questions.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: serverPaths.status,
  kind: 'Status',
  params: async ({ ask }) => ({
    sections: await Promise.all(familySections.map(async ({ name, status }) => ({ name, ...(await status(ask)) }))),
  }),
  questions: ({ sections }) => allQuestions(sections),
  list: familySections.flatMap(({ statusList = [] }) => statusList),
  about: ({ sections }) => ({
    title: 'of this server',
    place: 'This server',
    summary: 'The chains and sources of this server and their index status.',
    facts: sections.flatMap(({ facts }) => facts),
  }),
  body: async ({ sections }) => {
    const { demo, readable, upstreamUse, crashedWork } = await server()
    const [hostedUse, crashed, panels] = await Promise.all([
      upstreamUse(),
      crashedWork().catch(() => []),
      Promise.all(sections.map(async ({ name, panels }) => <Fragment key={name}>{await panels()}</Fragment>)),
    ])
    const work = crashed.map((item) => ({
      ...item,
      ...(sections.map(({ workTitle }) => workTitle(item)).find(Boolean) ?? { title: item.kind }),
    }))
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind="Status" />
        {demo && <DemoNotice />}
        <CrashedWork work={work} />
        {panels}
        {hostedUse && <HostedUse used={hostedUse.used} perDay={hostedUse.perDay} />}
        <Panel title="Metadata sources" aside={demo ? 'built into the demo ledger' : undefined}>
          <SourceList sources={readable} />
        </Panel>
      </div>
    )
  },
})
