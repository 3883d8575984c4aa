import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import { callTo } from '#lib/pages/question.ts'
import { lampApi } from './lamp-family.ts'
import { LampPages, lampList } from './lamp-list.tsx'
import { lampPaths } from './lamp-routes.ts'

export const lamps = definePage({
  path: lampPaths.lamps,
  kind: 'Lamps',
  params: () => ({}),
  questions: () => ({ list: callTo(lampApi.lampList, {}) }),
  list: ['list'],
  about: () => ({ title: 'Lamps', place: 'Lamps', summary: 'All lamps.', facts: [] }),
  body: async ({ questions, answers }) => {
    const { data } = await answers.list
    return (
      <Panel title="Lamps" aside={<SourceLink title="Lamps" call={questions.list} />}>
        {data && (
          <LampPages input={questions.list.input} first={firstPage(lampList, data)} view={{}}>
            No lamps.
          </LampPages>
        )}
      </Panel>
    )
  },
})

export const lamp = definePage({
  path: lampPaths.lamp,
  kind: 'Lamp',
  params: ({ parameters: { height = '' } }) => {
    if (!/^\d{1,9}$/.test(height)) throw new ServiceError('not_found', 'There is no such lamp.')
    return { height }
  },
  questions: () => ({ head: callTo(lampApi.lampHead, {}) }),
  about: ({ height }) => ({ title: height, place: 'Lamps', summary: `Lamp ${height}.`, facts: [['Height', height]] }),
  body: ({ height }) => <p>Lamp {height}</p>,
})
