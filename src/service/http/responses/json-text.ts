/** A response body that's already JSON. */
export class JsonText<Body> {
  /** Only a type: the body that the text represents. */
  declare readonly body: Body;

  constructor(readonly text: string) {}
}
