// Fields in frames of their own. One frame holds the form; the others lend it their documents. Frames of the service in the same
// page find each other there: the page takes no part in it, and documents of other origins cannot.
import { misuse } from '../../errors/client-lib-error.ts';
import { type Part, type ToPage, version } from '../protocol.ts';
import { flatten } from './flat-error.ts';
import { createSurface, type Surface } from './surface.ts';

/** The position of a part of the form. */
export interface Place extends Surface {
  readonly name: string;
  /** Sends a message to the page, through the port of its frame. */
  post(message: Omit<ToPage, 'clientlib'>): void;
}

type Take = (place: Place) => void;

/** The interface of a frame for the service's other frames in the page. */
interface Meeting {
  readonly group: string;
  readonly place?: Place;
  readonly take?: Take;
}

declare global {
  interface Window {
    clientlibForm?: Meeting;
  }
}

/** Takes the places of a form that are there, and those that come. */
export function takePlaces(group: string, take: Take): void {
  window.clientlibForm = { group, take };
  for (const { place } of meetings(group)) if (place) take(place);
}

/** Lends the document of this frame to the form. */
export function lendPlace({ name, group }: Part, port: MessagePort): void {
  const post: Place['post'] = (message) => port.postMessage({ clientlib: version, ...message });
  const place = { name, post, ...createSurface(document.body) };
  keepHeight(place);
  window.clientlibForm = { group, place };
  const all = meetings(group);
  for (const { take } of all) take?.(place);
  if (all.some((one) => one.place === place)) return;
  const hidden = misuse(
    'FrameBlocked',
    `${name}: the frames of a form cannot find each other in a shadow root; use a slot.`,
  );
  post({ type: 'failed', detail: flatten(hidden, []) });
}

/** Tells the page how high the document of a place is, whenever that changes. */
export function keepHeight(place: Pick<Place, 'root' | 'post'>): void {
  new ResizeObserver(() => tellHeight(place)).observe(place.root.ownerDocument.documentElement);
}

/** At once, because a frame that is out of sight is not drawn, and its observers sleep. */
export function tellHeight({ root, post }: Pick<Place, 'root' | 'post'>): void {
  const { height } = root.ownerDocument.documentElement.getBoundingClientRect();
  post({ type: 'height', detail: { height: Math.ceil(height) } });
}

/** Returns the meeting points of this frame and its siblings. Frames of other origins deny access. */
function meetings(group: string): Meeting[] {
  const { parent } = window;
  return Array.from({ length: parent.length }, (_none, at) => {
    try {
      return parent[at]?.clientlibForm;
    } catch {
      return undefined;
    }
  }).filter((meeting) => meeting?.group === group) as Meeting[];
}
