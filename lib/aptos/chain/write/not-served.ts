/** The result of a look-up that no node serves: the data may exist, and stays unknown. */
export class NotServed {
  readonly kind = 'not served'
}
