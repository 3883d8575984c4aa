/** A setting or file of the operator that cannot be used. The message is for the operator and contains no secrets. */
export class SettingError extends Error {
  override readonly name: string = 'SettingError'
}
