import ts from 'typescript'
import { placeOf, type Source } from './source'

/** What is the same in every language: products, protocols, formats, units, and names of HDFS. */
const NO_LANGUAGE = new Set(
  `Android Chrome ChromeOS Edge Firefox Linux Opera Safari Windows iOS macOS Warren Kafka
  API CSV HTTP IPC JSON LDAP NDB Parquet RPC SQL UTC UUID
  B KiB MiB GiB TiB PiB EiB K d h min ms s null sql`.split(/\s+/),
)
/** Attributes that say how something looks or behaves. */
const TECHNICAL_ATTRIBUTES = new Set(
  `align aria-busy aria-controls aria-current aria-disabled aria-haspopup aria-hidden aria-live
  autoCapitalize autoComplete bg c chevronPosition className color component d data-details
  defaultColorScheme display download ff fill flex focusable from fz gap h hiddenFrom href id
  inputMode justify key kind lang lh lts m maw maxHeight mb mih minHeight mt mx my of order p pb pos
  position pt px py radius role scope shadow size spacing stroke strokeLinecap strokeLinejoin style
  ta tabIndex to tone tt type underline variant visibleFrom w wrap`.split(/\s+/),
)
/** Properties that do the same, of styles, of links and of what libraries are told. */
const TECHNICAL_PROPERTIES = new Set(
  `align alignItems alignSelf background border borderTop by color cursor display field font
  fontFamily fontFamilyMonospace fontSize gridTemplateColumns icon justifyContent key kind mode open order origin
  overflowWrap padding pages path position query role size sort sorted stack textAlign to tone
  transition trigger type value variant whiteSpace`.split(/\s+/),
)
/** Attributes and properties whose text is read by people, one small word as well. */
const SHOWN = new Set(
  `advice alt aria-description aria-label aria-valuetext caption detail description disabledReason
  done empty error hint label meaning noun placeholder sentence text title titlePrefix undo what
  why words yes`.split(/\s+/),
)
/** Functions that are told names of keys, events, fields or elements. */
const TECHNICAL_CALLS =
  /(^|\.)(t|plural|super|closest|matches|querySelector\w*|getRouteApi|lazy|startsWith|endsWith|includes|split|replaceAll|replace|get|set|has|append|addEventListener|removeEventListener|getInputProps|key|on|setAttribute|getItem|setItem|indexOf|test|GET|POST|PUT|DELETE|PATCH)$/

/** Text that people see and no catalogue knows, each with its place. */
export function untranslatedIn({ path, file }: Source): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (isText(node) && isShown(node)) found.push(`${placeOf(path, node)} ${textOf(node).trim()}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

type Text = ts.JsxText | ts.StringLiteralLike | ts.TemplateExpression

function isText(node: ts.Node): node is Text {
  return ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

/** The text itself; what a template puts in is a mark. */
function textOf(node: Text): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `\uFFFC${literal.text}`).join('')
}

function isShown(node: Text): boolean {
  const text = textOf(node)
  if (!hasLanguage(text)) return false
  if (ts.isJsxText(node)) return true
  const [parent, child] = whereItEnds(node)
  if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return true
  const attribute = ts.isJsxExpression(parent) ? parent.parent : parent
  if (ts.isJsxAttribute(attribute)) {
    const name = attribute.name.getText()
    // Messages of `Trans` are looked up by the other half of the test.
    if (name === 'message') return false
    return !TECHNICAL_ATTRIBUTES.has(name) && (SHOWN.has(name) || isSentence(text))
  }
  if (isShownByCall(parent, child)) return true
  if (isTechnical(parent, child)) return false
  if (isSentence(text)) return true
  return isWordTable(parent) || isReturnedWord(parent)
}

/** Past the conditions around it: what is made of the text in the end. */
function whereItEnds(node: ts.Node): [parent: ts.Node, child: ts.Node] {
  let child = node
  let { parent } = node
  while (
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && child !== parent.condition) ||
    (ts.isBinaryExpression(parent) && isChoice(parent.operatorToken.kind))
  ) {
    child = parent
    parent = parent.parent
  }
  return [parent, child]
}

function isChoice(operator: ts.SyntaxKind): boolean {
  return (
    operator === ts.SyntaxKind.AmpersandAmpersandToken ||
    operator === ts.SyntaxKind.BarBarToken ||
    operator === ts.SyntaxKind.QuestionQuestionToken
  )
}

function isTechnical(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === child) return true
    return TECHNICAL_PROPERTIES.has(nameOf(parent)) && !typeAround(parent).endsWith(', string>')
  }
  if (ts.isCallExpression(parent)) return TECHNICAL_CALLS.test(parent.expression.getText())
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isTemplateLiteralTypeSpan(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isCaseClause(parent) ||
    // Errors of the program itself are for its makers.
    ts.isNewExpression(parent)
  )
}

/** A single small word under a name that says it is shown, or in a table of words of the language. */
function isWordTable(parent: ts.Node): boolean {
  if (!ts.isPropertyAssignment(parent)) return false
  const type = typeAround(parent)
  return type.startsWith('Record<') ? type.endsWith(', string>') : SHOWN.has(nameOf(parent))
}

/** A single small word that a function gives back as plain text. */
function isReturnedWord(parent: ts.Node): boolean {
  const isBody = ts.isReturnStatement(parent) || ts.isArrowFunction(parent)
  if (!isBody) return false
  let at: ts.Node = parent
  while (at && !ts.isFunctionLike(at)) at = at.parent
  return (
    ts.isFunctionLike(at) &&
    at.type?.getText() === 'string' &&
    /(^format|Words?|Text|Name|Label)/.test(at.name?.getText() ?? '')
  )
}

/** A word for a function of this file, whose parameter says by its name that it is shown. */
function isShownByCall(parent: ts.Node, child: ts.Node): boolean {
  if (!ts.isCallExpression(parent) || !ts.isIdentifier(parent.expression)) return false
  const called = parent.expression.text
  const given: readonly ts.Node[] = parent.arguments
  const at = given.indexOf(child)
  return parent.getSourceFile().statements.some((each) => {
    if (!ts.isFunctionDeclaration(each) || each.name?.text !== called) return false
    const name = each.parameters[at]?.name
    return name !== undefined && ts.isIdentifier(name) && SHOWN.has(name.text)
  })
}

/** The type that is written at the table that a property is in. */
function typeAround(node: ts.Node): string {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isVariableDeclaration(at) || ts.isArrowFunction(at)) return at.type?.getText() ?? ''
    if (!ts.isObjectLiteralExpression(at) && !ts.isParenthesizedExpression(at)) return ''
  }
  return ''
}

function nameOf(property: ts.PropertyAssignment): string {
  return property.name.getText().replaceAll(/['"]/g, '')
}

/** Paths, addresses, colours, styles, selectors, statements, and terms of the query language. */
const CODE = /^\s*([/#.]\S|https?:|--|var\(|calc\(|\(max-width|SELECT\b|\w+:[^\s\uFFFC]|[\w ,]+\[)/

/** Letters that are neither code nor a name that is the same in every language. */
function hasLanguage(text: string): boolean {
  if (CODE.test(text)) return false
  return text
    .split(/[\s\uFFFC/:,.·–()…]+/)
    .some(
      (word) =>
        /\p{L}/u.test(word) && !NO_LANGUAGE.has(word) && !/[_<>=*{}[\]]|\d[a-z]$/.test(word),
    )
}

/** Several words, or one that is written large: names of code are neither. */
function isSentence(text: string): boolean {
  return (
    /[\p{L}’)”][,;:.…!?]? +[(“]?[\p{L}\uFFFC\d]/u.test(text) ||
    /\uFFFC,? +[\p{L}(]/u.test(text) ||
    /^[(“]?\p{Lu}[\p{Ll}’]/u.test(text) ||
    /^ \p{L}| $/u.test(text)
  )
}
