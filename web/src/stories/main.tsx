/** The story page: every component in every state, one at a time. For whoever builds on the page; not part of it. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../settings/theme';
import { ALL } from './all';
import { answer } from './home';
import { Stage } from './Stage';
import { idOf } from './story';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/ui.css';
import '../shell/shell.css';
import './stories.css';

declare global {
  interface Window {
    /** Of the tests: every story, and how to see one. */
    stories: { ids: string[]; show: (id: string) => void };
  }
}

window.fetch = answer;
applyTheme();

const asked = new URLSearchParams(window.location.search);

function Stories() {
  const [id, setId] = useState(asked.get('story') ?? '');
  useEffect(() => {
    window.stories = { ids: ALL.map(idOf), show: setId };
  }, []);
  const story = ALL.find((one) => idOf(one) === id);
  if (story) return <Stage key={id} story={story} language={asked.get('language') ?? 'en'} />;
  return (
    <main className="stage-list">
      <h1>Stories</h1>
      <ul>
        {ALL.map((one) => (
          <li key={idOf(one)}><a href={`?story=${encodeURIComponent(idOf(one))}`}>{idOf(one)}</a></li>
        ))}
      </ul>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Stories />);
