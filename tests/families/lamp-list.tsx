import { defineList } from '#components/kit/define-list.ts'
import { listView } from '#components/kit/list-view.tsx'
import { Link } from '#components/ui/link.tsx'
import { queriesOf } from '#lib/api/client/query-options.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { lampApi } from './lamp-family.ts'
import { lampPaths, lampRoot } from './lamp-routes.ts'

type LampApi = typeof lampApi

export const lampList = defineList({
  label: 'Lamps',
  noun: 'lamps',
  row: ({ height }: Output<LampApi['lampList']>['result'][number]) => ({ height }),
  keyOf: ({ height }) => height,
  repeats: 'first',
  columns: [
    {
      key: 'height',
      title: 'Lamp',
      width: '1fr',
      cell: ({ height }) => <Link href={lampPaths.lamp({ height })}>Lamp {height}</Link>,
    },
  ],
  phone: ['height'],
  heights: { wide: 44, phone: 44 },
})

export const LampPages = listView(lampList, queriesOf<LampApi>(lampRoot)('/lamps').pages)
