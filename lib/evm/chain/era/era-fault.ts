/** Why an era1 or ere file, or what was given with it, is not imported. For the operator. */
export class EraFault extends Error {
  override readonly name = 'EraFault'
}
