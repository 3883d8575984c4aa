import type { BrowserFamily, FamilyPages, FamilySections } from '#components/family.ts'
import { Panel } from '#components/ui/panel.tsx'
import { callTo } from '#lib/pages/question.ts'
import { lampApi } from './lamp-family.ts'
import { lampPaths } from './lamp-routes.ts'

const head = callTo(lampApi.lampHead, {})

export const lampInMenus: FamilyPages = {
  name: 'lamp',
  title: 'lamps',
  chains: async () => [
    {
      ...{ family: 'lamp', chain: 'lamps', title: 'Lamps', path: lampPaths.lamps() },
      lists: [{ title: 'All lamps', path: lampPaths.lamps(), menu: 'Lamps' }],
    },
  ],
  search: ({ candidates }) => {
    const [found] = candidates.filter(({ kind }) => kind === 'lamp-lamp')
    if (!found) return { questions: {}, findings: async () => [] }
    const { value } = found
    return {
      questions: { lampHead: head },
      findings: async (ask) => {
        const { data } = await ask(head)
        const isThere = data !== undefined && Number(value) <= Number(data.height)
        return isThere ? [{ path: lampPaths.lamp({ height: value }), title: `Lamp ${value}`, text: value }] : []
      },
    }
  },
}

export const lampSections: FamilySections = {
  name: 'lamp',
  home: async (ask) => ({
    questions: { lampHead: head },
    facts: [['Lamps', 'on']],
    summary: '1 lamp chain',
    cards: async () => <p>Lamps at {(await ask(head)).data?.height}</p>,
  }),
  status: async (ask) => ({
    questions: { lampHead: head },
    facts: [['Lamps', 'on']],
    panels: async () => <Panel title="Lamps">Newest lamp: {(await ask(head)).data?.height}</Panel>,
    workTitle: ({ kind }) => (kind === 'lamps' ? { title: 'Lamp' } : undefined),
  }),
}

const form = /^lamp\d{1,9}$/

export const lampInBrowser: BrowserFamily = {
  name: 'lamp',
  labels: {
    chains: ['lamps'],
    forms: { wallet: form, collection: form, token: form, transaction: form },
    subject: (_, text) => text.toLowerCase(),
    path: ({ subject }) => lampPaths.lamp({ height: subject.slice(4) }),
    linked: ({ pathname }) => {
      const height = /^\/lamps\/lamp\/(\d{1,9})$/.exec(pathname)?.[1]
      return height === undefined ? undefined : { chain: 'lamps', subject: `lamp${height}` }
    },
    positionLinks: 'a[href^="/lamps/lamp/"]',
    positions: async () => ({ positions: ['7'], goesOn: false }),
  },
}
