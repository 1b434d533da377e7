import { createContext, useContext } from 'react'

interface Layout {
  /** Opens the navigation on narrow screens, where it is hidden. */
  openNav: () => void
  /** Opens the command box. */
  openCommands: () => void
  /** Preloads the command box. */
  prepareCommands: () => void
}

export const LayoutContext = createContext<Layout>({
  openNav: () => {},
  openCommands: () => {},
  prepareCommands: () => {},
})

export function useLayout(): Layout {
  return useContext(LayoutContext)
}
