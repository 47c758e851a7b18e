import './app/mantine.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preferredLanguage, speak } from '~/i18n/language'
import { App } from './app/App'
import { fontsLoaded } from './app/fonts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

/** Without the words of another language the console is there in English. */
const spoken = speak(preferredLanguage()).catch(() => speak('en'))

void Promise.all([spoken, fontsLoaded()]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
