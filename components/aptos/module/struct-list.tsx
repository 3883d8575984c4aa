import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { RestInApi } from '#components/aptos/parts/lists/rest-in-api.tsx'
import { MoveTypeName } from '#components/aptos/parts/move-type-name.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosStructDefinition } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'

const structsShown = 150
const fieldsShown = 60
const variantsShown = 60
const nameMax = 128

/** The structs and enums of a module: resources, events and other types. */
export const StructList = ({
  structs,
  network,
  call,
}: {
  structs: readonly AptosStructDefinition[]
  network: AptosNetwork
  call: Call
}) => {
  if (structs.length === 0) return null
  return (
    <Panel title={`Structs (${groupedNumber(structs.length)})`} aside={<SourceLink title="Structs" call={call} />}>
      <ul className="divide-y divide-line">
        {structs.slice(0, structsShown).map((struct) => (
          <li key={struct.name} id={shortName(struct.name)} className="grid gap-1 px-4 py-2.5">
            <h3 className="flex flex-wrap items-center gap-2 font-normal text-sm">
              <span className="wrap-anywhere font-mono">
                {cutText(shortName(struct.name), nameMax)}
                {struct.type_parameters > 0 &&
                  `<${Array.from({ length: struct.type_parameters }, (_, index) => `T${index}`).join(', ')}>`}
              </span>
              {struct.abilities.includes('key') && <Badge tone="accent">resource</Badge>}
              {struct.is_enum && <Badge>enum</Badge>}
              {struct.is_event && <Badge tone="good">event</Badge>}
              {struct.abilities.length > 0 && (
                <span className="text-muted text-xs">has {cutText(struct.abilities.join(', '), nameMax)}</span>
              )}
            </h3>
            <FieldList fields={struct.fields} network={network} />
            {struct.variants && (
              <ul aria-label="Variants" className="grid gap-0.5">
                {struct.variants.slice(0, variantsShown).map(({ name, fields }) => (
                  <li key={name} className="wrap-anywhere font-mono text-xs leading-5">
                    {cutText(name, nameMax)}
                    {fields.length > 0 && (
                      <div className="pl-4">
                        <FieldList fields={fields} network={network} />
                      </div>
                    )}
                  </li>
                ))}
                <RestInApi count={struct.variants.length} shown={variantsShown} noun="variants" />
              </ul>
            )}
          </li>
        ))}
        <RestInApi count={structs.length} shown={structsShown} noun="structs" />
      </ul>
    </Panel>
  )
}

const FieldList = ({ fields, network }: Pick<AptosStructDefinition, 'fields'> & { network: AptosNetwork }) => (
  <ul className="grid gap-0.5">
    {fields.slice(0, fieldsShown).map((field) => (
      <li key={field.name} className="wrap-anywhere font-mono text-xs leading-5">
        {cutText(field.name, nameMax)} <MoveTypeName type={field.type} network={network} className="text-muted" />
      </li>
    ))}
    {fields.length > fieldsShown && (
      <li className="text-muted text-xs">{groupedNumber(fields.length - fieldsShown)} more fields are in the API</li>
    )}
  </ul>
)

const shortName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)
