// What waits for one endpoint: order within a customer, and how long a receiver that hangs holds the clock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EndpointQueue, type Sending } from '../../../../sandbox/src/service/delivery/endpoint-queue.ts';
import { Fifo } from '../../../../sandbox/src/service/delivery/fifo.ts';

const delivery = (Id: string, Lane = Id) => ({ Id, Lane }) as never;
const always = () => true;
const never = () => false;

/** A queue in which these deliveries are due: `a1` and `a2` are of one customer. */
function queueOf(...ids: string[]): EndpointQueue {
  const queue = new EndpointQueue();
  for (const id of ids) queue.add(delivery(id, id.slice(0, 1)), true);
  return queue;
}

/** All that may be sent now. */
function taken(queue: EndpointQueue, shuffled = false): string[] {
  const ids: string[] = [];
  for (let next = queue.take(shuffled); next !== undefined; next = queue.take(shuffled)) ids.push(next.id);
  return ids;
}

describe('a queue', () => {
  it('sends the first of each customer, and the next when it has finished', () => {
    const queue = queueOf('a1', 'b1', 'a2', 'c1');
    const first = queue.take(false) as Sending;
    expect([first.id, first.halt.signal.aborted]).toEqual(['a1', false]);
    expect(taken(queue)).toEqual(['b1', 'c1']);
    queue.ended(first, always);
    const second = queue.take(false) as Sending;
    expect(second.id).toBe('a2');
    queue.ended(second, always);
    expect(taken(queue)).toEqual([]);
    // The customer is forgotten with the last one, and comes anew.
    queue.add(delivery('a3', 'a'), true);
    expect(taken(queue)).toEqual(['a3']);
  });

  it('resends what has failed when it is due, before later deliveries', () => {
    const queue = queueOf('a1', 'a2');
    const first = queue.take(false) as Sending;
    queue.due(delivery('a1', 'a'));
    expect(taken(queue)).toEqual([]);
    queue.again(first);
    expect(taken(queue)).toEqual([]);
    queue.due(delivery('a2', 'a'));
    queue.due(delivery('x', 'x'));
    expect(taken(queue)).toEqual([]);
    queue.due(delivery('a1', 'a'));
    queue.due(delivery('a1', 'a'));
    expect(taken(queue)).toEqual(['a1']);
  });

  it('waits for what is not yet due, even behind another', () => {
    const queue = new EndpointQueue();
    queue.add(delivery('a1', 'a'), false);
    expect([taken(queue), queue.idle]).toEqual([[], true]);
    queue.due(delivery('a1', 'a'));
    expect(queue.idle).toBe(false);
    const first = queue.take(false) as Sending;
    queue.add(delivery('a2', 'a'), true);
    const asked: string[] = [];
    queue.ended(first, (id) => {
      asked.push(id);
      return false;
    });
    expect([asked, taken(queue), queue.idle]).toEqual([['a2'], [], true]);
    queue.due(delivery('a2', 'a'));
    expect(taken(queue)).toEqual(['a2']);
  });

  it('runs at most 32, and one if it is shuffled', () => {
    const ids = Array.from({ length: 40 }, (_, at) => `${String.fromCharCode(65 + at)}1`);
    expect(taken(queueOf(...ids))).toEqual(ids.slice(0, 32));
    const queue = queueOf(...ids);
    const order: string[] = [];
    for (let next = queue.take(true); next !== undefined; next = queue.take(true)) {
      expect(queue.take(true)).toBeUndefined();
      order.push(next.id);
      queue.ended(next, never);
    }
    expect(order).not.toEqual(ids);
    expect(order.toSorted()).toEqual(ids.toSorted());
    expect(order[0]).not.toBe(ids[0]);
  });

  it('is idle if nothing is due or running', () => {
    const queue = new EndpointQueue();
    expect(queue.idle).toBe(true);
    queue.add(delivery('a1'), true);
    expect(queue.idle).toBe(false);
    const first = queue.take(false) as Sending;
    expect(queue.idle).toBe(false);
    queue.ended(first, always);
    expect(queue.idle).toBe(true);
  });

  it('that is removed aborts running attempts and sends nothing more', () => {
    const queue = queueOf('a1', 'b1', 'c1');
    const [first, second] = [queue.take(false), queue.take(false)] as [Sending, Sending];
    queue.ended(first, always);
    expect(queue.forgotten).toBe(false);
    queue.forget();
    expect([first.halt.signal.aborted, second.halt.signal.aborted]).toEqual([false, true]);
    expect([queue.forgotten, queue.idle, queue.take(false)]).toEqual([true, true, undefined]);
  });
});

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => vi.useRealTimers());

  it('waits for running attempts as long as the receiver responds in time', () => {
    const queue = queueOf('a1');
    expect([queue.holdsClock(() => {}), queue.hangs]).toEqual([true, false]);
    const first = queue.take(false) as Sending;
    vi.advanceTimersByTime(60_000);
    expect([queue.holdsClock(() => {}), vi.getTimerCount()]).toEqual([true, 0]);
    queue.answered(false);
    queue.ended(first, always);
    expect(queue.holdsClock(() => {})).toBe(false);
  });

  it('waits half a second in total for a receiver that hangs', () => {
    const queue = queueOf('a1', 'b1');
    queue.take(false);
    queue.answered(true);
    expect(queue.hangs).toBe(true);
    const rung = vi.fn();
    expect(queue.holdsClock(rung)).toBe(true);
    // Asked again, it sets no second alarm.
    expect([queue.holdsClock(rung), vi.getTimerCount()]).toEqual([true, 1]);
    vi.advanceTimersByTime(300);
    // Another attempt was late: what is left of the time is left.
    queue.answered(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(queue.holdsClock(rung)).toBe(true);
    vi.advanceTimersByTime(199);
    expect([rung.mock.calls.length, queue.holdsClock(rung)]).toEqual([0, true]);
    vi.advanceTimersByTime(1);
    expect([rung.mock.calls.length, queue.holdsClock(rung)]).toEqual([1, false]);
    // It answers in time again, and has all of it anew.
    queue.answered(false);
    expect([queue.hangs, queue.holdsClock(rung)]).toEqual([false, true]);
    queue.answered(true);
    expect(queue.holdsClock(rung)).toBe(true);
    vi.advanceTimersByTime(499);
    expect(rung).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(rung).toHaveBeenCalledTimes(2);
  });

  it('neither waits for a removed endpoint, nor is notified by it', () => {
    const queue = queueOf('a1');
    queue.take(false);
    queue.answered(true);
    const rung = vi.fn();
    queue.holdsClock(rung);
    queue.forget();
    expect([queue.holdsClock(rung), vi.getTimerCount()]).toEqual([false, 0]);
    vi.advanceTimersByTime(1_000);
    expect(rung).not.toHaveBeenCalled();
  });
});

describe('first in, first out', () => {
  it('holds for thousands of items that come and go', () => {
    const fifo = new Fifo<number>();
    const model: number[] = [];
    for (let at = 0; at < 5_000; at += 1) {
      fifo.add(at);
      model.push(at);
      if (at % 3 > 0) expect(fifo.take()).toBe(model.shift());
      expect([fifo.length, fifo.head]).toEqual([model.length, model[0]]);
    }
    while (model.length > 0) expect(fifo.take()).toBe(model.shift());
    expect([fifo.length, fifo.head, fifo.take()]).toEqual([0, undefined, undefined]);
    fifo.add(7);
    expect([fifo.length, fifo.take()]).toEqual([1, 7]);
  });

  it('removes one from the middle, and moves the first one there', () => {
    const fifo = new Fifo<string>();
    for (const item of ['a', 'b', 'c', 'd']) fifo.add(item);
    expect([fifo.take(2), fifo.length]).toEqual(['c', 3]);
    expect([fifo.take(), fifo.take(), fifo.take()]).toEqual(['b', 'a', 'd']);
  });
});
