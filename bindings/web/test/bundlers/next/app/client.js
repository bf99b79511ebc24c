'use client';
import * as pipscribe from 'pipscribe';
import { useEffect, useState } from 'react';
import { result } from '../../result.js';

export function Client() {
  const [found, setFound] = useState('');
  useEffect(() => void result(pipscribe).then(setFound), []);
  return <p id="client">{found}</p>;
}
