import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { jobPathIn } from '../../../contract/jobs.ts';
import { followJob } from '../../data/jobs/track-job.ts';
import { withAction } from '../../ui/mantine/with-action.tsx';

/** Follows a job that was started elsewhere, by its path. */
export function FollowJob() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const follow = () => {
    const path = jobPathIn(text);
    if (path === undefined) {
      setProblem('Enter the path of a job status, such as /delayed_job_statuses/12, or its ID');
      return;
    }
    followJob(path);
    setText('');
    setProblem(undefined);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        follow();
      }}
    >
      <TextInput
        maw={360}
        label="Follow a job by its path"
        placeholder="/delayed_job_statuses/…"
        value={text}
        error={problem}
        autoComplete="off"
        inputContainer={withAction(
          <Button size="sm" type="submit">
            Follow
          </Button>,
        )}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </form>
  );
}
