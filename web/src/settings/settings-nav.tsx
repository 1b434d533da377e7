import { t } from '@lingui/core/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './settings.module.css'

interface SettingsNavProps {
  sections: readonly { id: string; title: string }[]
}

/** The section one looks at: the one asked for as long as it is in view, else the first in view. */
function useShownSection(ids: readonly string[]): string | undefined {
  const asked = useLocation({ select: ({ hash }) => hash })
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set())
  const key = ids.join()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) =>
        setInView((before) => {
          const now = new Set(before)
          for (const { target, isIntersecting } of changes) {
            if (isIntersecting) now.add(target.id)
            else now.delete(target.id)
          }
          return now
        }),
      // Of a section that is nearly scrolled away only its end is left.
      { rootMargin: '-120px 0px 0px' },
    )
    for (const id of key.split(',')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [key])
  return inView.has(asked) ? asked : ids.find((id) => inView.has(id))
}

/** The sections of the settings, beside them where there is room. */
export function SettingsNav({ sections }: SettingsNavProps) {
  const shown = useShownSection(sections.map(({ id }) => id))
  return (
    <nav className={classes.nav} aria-label={t`Sections of the settings`}>
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to="/settings"
          hash={id}
          replace
          activeOptions={{ includeHash: true }}
          className={classes.navItem}
          data-shown={id === shown || undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
