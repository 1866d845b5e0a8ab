import { Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { reserveCompositionKeys, shortcutKey, useKeySequence, useShortcut, useSingleKey } from './keys.ts';

it.each([
  ['k', 'KeyK', 'k', 'QWERTY'],
  ['K', 'KeyK', 'k', 'QWERTY with Shift or caps lock'],
  ['л', 'KeyK', 'k', 'Russian'],
  ['κ', 'KeyK', 'k', 'Greek'],
  ['ל', 'KeyK', 'k', 'Hebrew'],
  ['ا', 'KeyH', 'h', 'Arabic'],
  ['k', 'KeyV', 'k', 'Dvorak'],
  ['a', 'KeyQ', 'a', 'AZERTY'],
  ['ı', 'KeyI', 'i', 'Turkish'],
  ['?', 'Digit7', '?', 'Russian, where it is another key'],
  ['/', 'Digit7', '/', 'German'],
  ['ü', 'BracketLeft', 'ü', 'German'],
  ['Enter', 'Enter', 'enter', 'any'],
])('the key of a shortcut %s on %s is %s (%s)', (key, code, expected) => {
  expect(shortcutKey({ key, code })).toBe(expected);
});

function Shortcuts({ onRun }: { onRun(name: string): void }) {
  useShortcut('k', () => onRun('palette'));
  useShortcut('i', () => onRun('inspector'), { shift: true });
  useSingleKey('?', () => onRun('help'));
  useSingleKey('n', () => onRun('new'));
  useKeySequence('g', new Map([['u', () => onRun('users')]]));
  return (
    <>
      <input aria-label="Name" />
      <ul role="tree">
        <li role="treeitem">Gulf</li>
      </ul>
    </>
  );
}

describe('shortcuts', () => {
  const renderShortcuts = async () => {
    const ran: string[] = [];
    return { ran, screen: await renderInConsole(<Shortcuts onRun={(name) => ran.push(name)} />) };
  };
  const press = (target: EventTarget, init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('run on a layout without Latin letters', async () => {
    const { screen, ran } = await renderShortcuts();
    const field = screen.getByRole('textbox').element();
    expect(press(field, { key: 'л', code: 'KeyK', ctrlKey: true })).toBe(true);
    expect(press(field, { key: 'Ш', code: 'KeyI', metaKey: true, shiftKey: true })).toBe(true);
    expect(press(document.body, { key: '?', code: 'Digit7', shiftKey: true })).toBe(true);
    expect(press(document.body, { key: 'т', code: 'KeyN' })).toBe(true);
    expect(ran).toEqual(['palette', 'inspector', 'help', 'new']);
  });

  it("don't run with other modifiers, or single keys while typing", async () => {
    const { screen, ran } = await renderShortcuts();
    const field = screen.getByRole('textbox').element();
    // AltGr is Ctrl and Alt on Windows.
    press(field, { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true });
    press(field, { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true });
    press(field, { key: 'n', code: 'KeyN' });
    expect(ran).toEqual([]);
  });

  it('run after two keys, except those that find a name in a tree', async () => {
    const { screen, ran } = await renderShortcuts();
    const pressBoth = (target: EventTarget) => {
      press(target, { key: 'g', code: 'KeyG' });
      press(target, { key: 'u', code: 'KeyU' });
    };
    pressBoth(screen.getByRole('treeitem').element());
    expect(ran).toEqual([]);
    pressBoth(document.body);
    expect(ran).toEqual(['users']);
  });
});

function Form({ onSubmit, onKey }: { onSubmit(): void; onKey(key: string): void }) {
  const [open, setOpen] = useState(true);
  return (
    <Modal opened={open} onClose={() => setOpen(false)} title="Rename">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <input aria-label="Name" onKeyDown={({ key }) => onKey(key)} />
      </form>
      <Select label="Group" data={['東京', '大阪']} searchable />
    </Modal>
  );
}

describe('the keys of a composition', () => {
  beforeAll(reserveCompositionKeys);

  it.each([
    ['Chrome and Firefox', { isComposing: true }],
    ['Safari', { keyCode: 229 }],
  ])('belong to the input method in %s', async (_, composition) => {
    const events: string[] = [];
    const screen = await renderInConsole(
      <Form onSubmit={() => events.push('submitted')} onKey={(key) => events.push(key)} />,
    );
    const name = screen.getByRole('textbox', { name: 'Name' });
    await name.click();
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'Tab', '?'])
      name.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...composition }));
    expect(events).toEqual([]);
    await expect.element(screen.getByRole('dialog', { name: 'Rename' })).toBeVisible();
    await userEvent.keyboard('a{Enter}');
    expect(events).toEqual(['a', 'Enter', 'submitted']);
  });
});
