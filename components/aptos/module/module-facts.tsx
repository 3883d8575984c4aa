import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { PackageFacts } from '#components/aptos/parts/move/package-facts.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosModule } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const nameMax = 128
const friendsShown = 30

/** Facts of a module and of its package. */
export const ModuleFacts = ({ module, network }: { module: AptosModule; network: AptosNetwork }) => (
  <>
    <Facts>
      <Fact label="Package">{module.package ? cutText(module.package.name, nameMax) : 'none that is registered'}</Fact>
      <Fact label="Bytecode">{byteSize((module.bytecode.length - 2) / 2)}</Fact>
      {module.friends.length > 0 && (
        <Fact label="Friends" wide long>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {module.friends.slice(0, friendsShown).map((friend) => (
              <li key={friend} className="wrap-anywhere min-w-0 font-mono text-xs">
                {cutText(friend, nameMax)}
              </li>
            ))}
            {module.friends.length > friendsShown && (
              <li className="text-muted">and {groupedNumber(module.friends.length - friendsShown)} more</li>
            )}
          </ul>
        </Fact>
      )}
    </Facts>
    {module.package && (
      <div className="border-line border-t">
        <PackageFacts published={module.package} network={network} />
      </div>
    )}
  </>
)
