import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trackedJob } from '../../../testing/setups/console-records.ts';
import { notify } from '../notifications/notify.ts';
import { announce } from './announce.ts';
import type { JobPhase } from './tracked-job.ts';

const end = (index: number, phase: JobPhase) => announce(trackedJob(index, { phase }));
/** The titles of every visible and queued notification. */
const titles = () => {
  const { notifications: visible, queue } = notificationsStore.getState();
  return [...visible, ...queue].map(({ title }) => (typeof title === 'string' ? title : ''));
};
const close = (title: string) => {
  const found = notificationsStore.getState().notifications.find((note) => note.title === title);
  notifications.hide(found?.id ?? '');
};

describe('job notifications', () => {
  let passed = 0;
  beforeEach(() => {
    // Long enough that earlier notifications don't count. Every fake clock starts at 0.
    passed += 60_000;
    vi.useFakeTimers();
    vi.advanceTimersByTime(passed);
    // Other tests may have left some.
    notifications.clean();
  });
  afterEach(() => {
    vi.runAllTimers();
    const { notifications: visible, queue } = notificationsStore.getState();
    for (const { id } of [...visible, ...queue]) notifications.hide(id ?? '');
  });

  it('announces a few jobs one by one', () => {
    end(1, 'done');
    end(2, 'failed');
    end(3, 'removed');
    vi.advanceTimersByTime(2000);
    expect(titles()).toEqual(['Job 3: outcome unknown', 'Job 2: failed', 'Job 1: completed']);
  });

  it("doesn't say twice that a job is completed", () => {
    announce(trackedJob(1, { phase: 'done', timeline: [{ at: 0, message: 'Completed' }] }));
    expect(notificationsStore.getState().notifications[0]?.message).toMatchObject({ props: { message: '' } });
  });

  it('counts many jobs that end together in one notification per outcome', () => {
    for (let index = 0; index < 200; index += 1) end(index, index % 4 === 0 ? 'failed' : 'done');
    expect(titles()).toEqual(['Job 4: failed', 'Job 2: completed', 'Job 1: completed', 'Job 0: failed']);
    vi.advanceTimersByTime(1000);
    expect(titles()).toEqual([
      '48 more jobs: failed',
      '148 more jobs: completed',
      'Job 4: failed',
      'Job 2: completed',
      'Job 1: completed',
      'Job 0: failed',
    ]);
    end(200, 'done');
    vi.advanceTimersByTime(1000);
    expect(titles()).toContain('149 more jobs: completed');
    expect(titles()).toHaveLength(6);
    close('149 more jobs: completed');
    end(201, 'done');
    vi.advanceTimersByTime(1000);
    expect(titles()).toContain('1 more job: completed');
  });

  it('counts no starts beside the ends of the same jobs', () => {
    const starts = () => titles().filter((title) => title.endsWith('started'));
    for (let index = 0; index < 5; index += 1) announce(trackedJob(index));
    vi.advanceTimersByTime(1000);
    expect(starts()).toEqual(['3 more jobs: started', 'Job 1: started', 'Job 0: started']);
    announce(trackedJob(5));
    for (let index = 0; index < 6; index += 1) end(index, 'done');
    vi.advanceTimersByTime(1000);
    expect(starts()).toEqual([]);
    expect(titles()[0]).toBe('4 more jobs: completed');
  });

  it('still shows other notifications', () => {
    for (let index = 0; index < 9; index += 1) end(index, 'failed');
    for (let index = 0; index < 4; index += 1) notify.error(`Failure ${index}`, new Error('Because'));
    notify.success('Acme renamed');
    expect(notificationsStore.getState().notifications.at(0)?.title).toBe('Acme renamed');
  });

  it('drops successes beyond the limit instead of showing them later', () => {
    for (let index = 0; index < 6; index += 1) notify.success(`Group ${index} renamed`);
    expect(titles()).not.toContain('Group 0 renamed');
    notify.error('Failure', new Error('Because'));
    for (let index = 0; index < 9; index += 1) notify.success(`Group ${index} renamed again`);
    expect(notificationsStore.getState().queue).toMatchObject([{ title: 'Failure' }]);
  });
});
