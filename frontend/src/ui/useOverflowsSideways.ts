import { type RefCallback, useCallback, useState } from 'react'

/** Whether the content of a box is wider than the box, and the box's ref. */
export function useOverflowsSideways(): [overflows: boolean, ref: RefCallback<HTMLElement>] {
  const [overflows, setOverflows] = useState(false)
  const ref = useCallback((box: HTMLElement) => {
    const measure = () => setOverflows(box.scrollWidth > box.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    measure()
    return () => observer.disconnect()
  }, [])
  return [overflows, ref]
}
