import { visibleName } from '~/format/path'
import classes from './PathText.module.css'

/** A path or name in monospace, with control characters made visible. */
export function PathText({ path, wrap = false }: { path: string; wrap?: boolean }) {
  const text = visibleName(path)
  return (
    <span className={classes.path} data-wrap={wrap || undefined} title={wrap ? undefined : text}>
      {text}
    </span>
  )
}
