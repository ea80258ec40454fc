/** What the worker of a run loads, bundled into one file: all families, and how they are run. */
import { parentPort } from 'node:worker_threads'
import { serve } from '../harness/engine/worker.ts'
import { suites } from './index.ts'

if (parentPort) serve(parentPort, suites)
