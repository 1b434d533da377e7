import { useEffect, useRef } from 'react'
import { toast } from './toast.tsx'

/** Returns `toast` for changes of a form that is not saved yet: its toasts are hidden when the form is left. */
export function useFormToast(): typeof toast {
  const shown = useRef<(() => void)[]>([])
  useEffect(
    () => () => {
      for (const hide of shown.current.splice(0)) hide()
    },
    [],
  )
  return (...args) => {
    const hide = toast(...args)
    shown.current.push(hide)
    return hide
  }
}
