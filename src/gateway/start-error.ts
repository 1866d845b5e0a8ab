/** Something that the person who starts the product can mend: printed without a stack. */
export class StartError extends Error {}
