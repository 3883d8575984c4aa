import type { Metadata } from 'next'
import { EndpointReferenceView } from '#components/docs/endpoint-reference.tsx'
import {
  endpointHref,
  ReferenceIndex,
  ReferenceIntroduction,
  ReferenceLayout,
} from '#components/docs/reference-nav.tsx'
import { ActionDoors, ActionReferenceView } from '#components/docs/reference-tables.tsx'
import { missing } from '#components/kit/define-frame.tsx'
import { notFoundMetadata } from '#components/kit/define-page.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { referenceOf } from '#lib/api/reference.ts'
import { actionApis, servedApis } from '#lib/server/served-apis.ts'
import { systems } from '#lib/server/systems.ts'

/** Read from the contracts once: they do not change while a server runs. */
const references = servedApis.map(referenceOf)
const all = [...references, ...actionApis]

/** The address that the examples show is this installation's. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ slug?: string[] }> }

const findPage = ([systemName, endpointName, ...rest]: readonly string[]) => {
  const system = references.find(({ name }) => name === systemName)
  const endpoint = system?.endpoints.find(({ name }) => name === endpointName)
  const actions = actionApis.find(({ name }) => name === systemName)
  const action = actions?.endpoints.find(({ name }) => name === endpointName)
  const isUnknown = rest.length > 0 || (systemName && !system && !actions) || (endpointName && !endpoint && !action)
  return isUnknown ? undefined : { system, endpoint, actions, action }
}

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { slug = [] } = await params
  const page = findPage(slug)
  if (page === undefined) return notFoundMetadata
  const system = page.system ?? page.actions
  const endpoint = page.endpoint ?? page.action
  if (endpoint && system)
    return {
      title: `${endpoint.summary} · ${system.title} API`,
      description: (endpoint.description || `${endpoint.summary}: ${endpoint.path}`).replaceAll('`', ''),
    }
  if (system) return { title: `${system.title} API`, description: system.summary.replaceAll('`', '') }
  return {
    title: 'API reference',
    description: 'All endpoints of this server: parameters, responses, errors, examples, and forms to try them.',
  }
}

export default async function DocsPage({ params }: Props) {
  const { slug = [] } = await params
  const page = findPage(slug)
  if (page === undefined) return missing()
  const { system, endpoint, actions, action } = page
  const { siteUrl: origin } = await systems()
  if (system && endpoint)
    return (
      <ReferenceLayout systems={all} current={endpointHref(system, endpoint)}>
        <EndpointReferenceView system={system} endpoint={endpoint} origin={origin} />
      </ReferenceLayout>
    )
  if (actions && action)
    return (
      <ReferenceLayout systems={all} current={endpointHref(actions, action)}>
        <ActionReferenceView system={actions} action={action} origin={origin} />
      </ReferenceLayout>
    )
  const shown = system ?? actions
  return (
    <ReferenceLayout systems={all} current={shown && `/docs/${shown.name}`}>
      <PageTitle kind={shown ? `${shown.title} API` : 'API reference'} />
      {!shown && <ReferenceIntroduction systems={all} origin={origin} />}
      {actions && <ActionDoors system={actions} />}
      {(shown ? [shown] : all).map((one) => (
        <ReferenceIndex key={one.name} system={one} />
      ))}
    </ReferenceLayout>
  )
}
