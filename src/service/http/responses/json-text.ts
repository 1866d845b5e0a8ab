/** A response body that's already JSON, as a string or in UTF-8. */
export class JsonText<Body> {
  /** Only a type: the body that the text represents. */
  declare readonly body: Body;

  /** @param release called once the text has been sent */
  constructor(
    readonly text: string | Buffer,
    readonly release?: () => void,
  ) {}
}
