/** A form of a page, with all controls that belong to it, wherever on the page they stand. */
export interface Form {
  readonly action: string
  readonly method: Method
  readonly encoding: Encoding
  /** The encoding of its text that it asks for; undefined where that is the page's. */
  readonly charset: string | undefined
  readonly fields: readonly Field[]
  readonly buttons: readonly Button[]
  /** What the form's author called it: id, name, role, class and label. */
  readonly name: string
}

export type Method = 'GET' | 'POST'

/** How the entries of a form are written into the body of a POST request. */
export type Encoding = 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'text/plain'

/** An input, a text area, or one option of a select. */
export interface Field {
  /** As in HTML: text, email, password, hidden, checkbox, radio, search…; also `select` and `textarea`. */
  readonly type: string
  readonly name: string
  readonly value: string
  /** Whether it is sent as it stands: boxes that are not checked and options that are not chosen are not. */
  readonly chosen: boolean
  readonly readOnly: boolean
  readonly required: boolean
  /** Whether a select takes several options. */
  readonly multiple: boolean
  /** Whether nobody sees it: an input of type hidden, a decoy for programs, or one that waits for a script. */
  readonly isHidden: boolean
  /** Whether the Tab key passes it over, which is the habit of decoys. */
  readonly isSkipped: boolean
  /** What a person reads beside it; of an option, its text. */
  readonly label: string
  /** What tells a program what to fill in: name, id, placeholder and label for screen readers. */
  readonly hint: string
  /** The tokens of the `autocomplete` attribute, in lower case. */
  readonly autocomplete: readonly string[]
  /** Where the direction of the text is sent beside it, the name for that. */
  readonly directionName: string | undefined
  /** Counts the controls of a page; options of one select have the same. */
  readonly order: number
}

/** A control that submits its form. */
export interface Button {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly action: string | undefined
  readonly method: Method | undefined
  readonly encoding: Encoding | undefined
  readonly isImage: boolean
  /** Counts the controls of a page. */
  readonly order: number
}
