import { Button } from '@mantine/core'
import { chosenLanguage } from '../texts/language.ts'
import classes from './auth-app.module.css'

/** Not in the catalogue, which may be what failed to load. */
const words = {
  en: { text: 'Muster could not start. Check your connection and reload the page.', reload: 'Reload' },
  de: {
    text: 'Muster konnte nicht starten. Prüfen Sie die Verbindung und laden Sie die Seite neu.',
    reload: 'Neu laden',
  },
}

/** Shown when the app cannot start, instead of loading forever. */
export function StartFailure() {
  const { text, reload } = words[chosenLanguage()]
  return (
    <div className={classes.loader} role="alert">
      {text}
      <Button variant="default" onClick={() => window.location.reload()}>
        {reload}
      </Button>
    </div>
  )
}
