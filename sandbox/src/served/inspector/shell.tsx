/** @jsxImportSource hono/jsx/dom */
import { useEffect, useState } from 'hono/jsx/dom';
import { controlToken } from './api.ts';
import { ClockBar } from './clock-bar.tsx';
import { useObservable } from './observable.ts';
import { isSearching, Palette } from './palette.tsx';
import { Dialog } from './parts/action.tsx';
import { Empty } from './parts/basic.tsx';
import { SentRequests } from './parts/request-view.tsx';
import { href, useRoute } from './router.ts';
import { connection } from './session.ts';
import { settings } from './settings.ts';
import { Shortcuts } from './shortcuts.tsx';
import { views } from './views/index.ts';
import { SharedSessionDialog } from './views/shared-session.tsx';

/** The frame around all views: clock, navigation, search, and sent requests. */
export function Shell() {
  const { view } = useRoute();
  const status = useObservable(connection);
  const current = views.find(({ name }) => name === view);
  useEffect(() => {
    const of = settings.workspace === '' ? '' : ` · ${settings.workspace}`;
    document.title = `${current?.title ?? 'Not found'} – sandbox${of}`;
    // On a phone, the navigation is wider than the screen.
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  useEffect(() => {
    document.documentElement.dataset['connection'] = status;
  }, [status]);
  const View = current?.view;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <ClockBar />
      <nav aria-label="Views">
        <Search />
        <ul>
          {views.map(({ name, title, key }) => (
            <li>
              <a
                href={href(name)}
                data-key={`g ${key}`}
                aria-current={name === current?.name ? 'page' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
          <li>
            <a href={`${settings.baseUrl}/docs`}>API</a>
          </li>
        </ul>
        <p class="quiet version">
          {settings.account} · {settings.version} · <kbd>?</kbd> keys
        </p>
      </nav>
      <main id="content" tabIndex={-1}>
        {status === 'refused' ? (
          <TokenForm />
        ) : View === undefined ? (
          <>
            <h1>Not found</h1>
            <Empty title={`There is no view “${view}”`}>
              <p>
                The address is wrong, or belongs to another version. Go to the{' '}
                <a href={href('overview')}>overview</a>.
              </p>
            </Empty>
          </>
        ) : (
          // A separate element is removed as a whole, even while its view is being rendered again.
          <div key={current?.name} class="view">
            <View />
          </div>
        )}
      </main>
      <SentRequests />
      <Dialog />
      <Palette />
      <SharedSessionDialog />
      <Shortcuts />
    </>
  );
}

/** Opens the global search. */
function Search() {
  return (
    <button type="button" class="search" onClick={() => isSearching.set(true)} aria-keyshortcuts="/">
      Search <kbd>/</kbd>
    </button>
  );
}

/** Prompts for the control token, once in each tab, if the sandbox requires one. */
function TokenForm() {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    controlToken.set(text);
    location.reload();
  };
  return (
    <form class="panel token" onSubmit={submit}>
      <h1>Control token</h1>
      <p>
        This sandbox was started with a control token. Enter it to continue; it is stored for this tab only.
      </p>
      <div class="field">
        <label for="control-token">Control token</label>
        <input
          id="control-token"
          type="password"
          autocomplete="off"
          value={text}
          onInput={(event: Event) => setText((event.target as HTMLInputElement).value)}
        />
      </div>
      <button type="submit" class="main">
        Open the inspector
      </button>
    </form>
  );
}
