import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { MoveType } from '#lib/aptos/api/format/move-type.ts'
import { isFields } from '#lib/base/is-fields.ts'

/**
 * An argument of a full node as wallets take it. They encode it with the Aptos SDK, which reads a text for `vector<u8>` as
 * UTF-8 and refuses short addresses.
 */
export const walletArgument = (value: unknown, type: MoveType | undefined): unknown => {
  switch (type?.name) {
    case 'address':
      return typeof value === 'string' ? aptosAddress(value) : value
    case '0x1::object::Object':
      return isFields(value) && typeof value.inner === 'string' ? aptosAddress(value.inner) : value
    case '0x1::option::Option': {
      const [some] = isFields(value) && Array.isArray(value.vec) ? value.vec : []
      return some === undefined ? null : walletArgument(some, type.args[0])
    }
    case 'vector': {
      const [item] = type.args
      if (item?.name === 'u8' && typeof value === 'string') return [...Buffer.from(value.slice(2), 'hex')]
      return Array.isArray(value) ? value.map((one) => walletArgument(one, item)) : value
    }
    default:
      return value
  }
}
